/** The hash of the address, which an element follows and writes. */

/** The event of a change comes within this time, also on a busy page. */
const FOLLOWED_WITHIN_MS = 1000;

export class FollowedHash {
  /** As it was last followed or written. */
  #followed = location.hash;
  #timer: ReturnType<typeof setTimeout> | undefined = undefined;

  /** Whether a change is still to be followed. */
  get hasChanged() {
    return location.hash !== this.#followed;
  }

  /** What it says is shown from now on. */
  follow() {
    this.close();
    this.#followed = location.hash;
  }

  /** Writes another one, unless a change is still to be followed. */
  write(hash: string) {
    this.close();
    if (!this.hasChanged) {
      history.replaceState(history.state, '', hash);
      this.follow();
      return;
    }
    const changed = location.hash;
    this.#timer = setTimeout(() => {
      // No event comes of what another script has replaced.
      if (location.hash === changed) this.follow();
      this.write(hash);
    }, FOLLOWED_WITHIN_MS);
  }

  /** Gives up what waits to be written. */
  close() {
    clearTimeout(this.#timer);
  }
}
