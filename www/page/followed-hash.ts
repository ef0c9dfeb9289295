/** The hash of the address, which an element follows and writes. */

/** The event `hashchange` arrives within this time, also on a busy page. */
const FOLLOWED_WITHIN_MS = 1000;

export class FollowedHash {
  /** The hash when it was last followed or written. */
  #followed = location.hash;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;

  /** Whether the hash has changed since it was last followed or written. */
  get hasChanged() {
    return location.hash !== this.#followed;
  }

  /** Marks the current hash as followed. */
  follow() {
    this.close();
    this.#followed = location.hash;
  }

  /** Writes a hash. If the element has yet to follow a change, it writes later. */
  write(hash: string) {
    this.close();
    if (!this.hasChanged) {
      history.replaceState(history.state, '', hash);
      this.follow();
      return;
    }
    const changed = location.hash;
    this.#timer = setTimeout(() => {
      // If another script has replaced the address, no event occurs.
      if (location.hash === changed) this.follow();
      this.write(hash);
    }, FOLLOWED_WITHIN_MS);
  }

  /** Drops a hash that waits to be written. */
  close() {
    clearTimeout(this.#timer);
  }
}
