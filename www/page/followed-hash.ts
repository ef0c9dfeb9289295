/** The hash of the address. An element follows it and writes it. */

/** The event of a change arrives within this time, also on a busy page. */
const FOLLOWED_WITHIN_MS = 1000;

export class FollowedHash {
  /** The hash when it was last followed or written. */
  #followed = location.hash;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;

  /** Whether there is a change that was not followed yet. */
  get hasChanged() {
    return location.hash !== this.#followed;
  }

  /** Marks the current hash as followed. */
  follow() {
    this.close();
    this.#followed = location.hash;
  }

  /** Writes a hash, unless there is a change that was not followed yet. */
  write(hash: string) {
    this.close();
    if (!this.hasChanged) {
      history.replaceState(history.state, '', hash);
      this.follow();
      return;
    }
    const changed = location.hash;
    this.#timer = setTimeout(() => {
      // If another script has replaced the address, there is no event.
      if (location.hash === changed) this.follow();
      this.write(hash);
    }, FOLLOWED_WITHIN_MS);
  }

  /** Drops a hash that waits to be written. */
  close() {
    clearTimeout(this.#timer);
  }
}
