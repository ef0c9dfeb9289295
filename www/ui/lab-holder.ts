/**
 * The lab that the elements of a page share. Elements with other limits share another lab. A lab is opened on first use, and closed when
 * its last element is removed. The running measurement of the page is registered: two measurements at a time would slow each other down.
 */
import { ScanLabError } from '../shared/errors.ts';
import type { LimitsOf } from '../types.ts';
import type { Api, Lab } from './element-types.ts';

/** An element's callbacks. */
type Listener = {
  onOpening: () => void;
  /** the lab is open; also called for a lab that the element already knows */
  onOpen: (lab: Lab) => void;
  onFail: (error: unknown) => void;
  /** a measurement has begun or ended */
  onWork: () => void;
  /** the lab is closed */
  onClose: () => void;
};

/** The holders of a page, by the limits of their devices, and the running measurement as a clause. */
type Group = { holders: Map<LimitsOf, LabHolder>; work: string | null };

/** The groups by the class that opens their labs. */
const groups: WeakMap<object, Group> = new WeakMap();

const newGroup = (): Group => ({ holders: new Map(), work: null });

export class LabHolder {
  api: Api;
  limits: LimitsOf;
  /** The lab that was opened last. A lost lab stays until its work has ended. */
  held: Lab | null = null;
  #group: Group;
  #opening: Promise<Lab> | null = null;
  #listeners: Set<Listener> = new Set();

  constructor(api: Api, limits: LimitsOf = 'adapter', group = newGroup()) {
    this.api = api;
    this.limits = limits;
    this.#group = group;
    group.holders.set(limits, this);
  }

  /** The holder of all elements that open labs of this class with these limits. */
  static of(api: Api, limits: LimitsOf) {
    const group = groups.get(api.ScanLab) ?? newGroup();
    groups.set(api.ScanLab, group);
    return group.holders.get(limits) ?? new LabHolder(api, limits, group);
  }

  /** The running measurement as a clause: “the sweep is running”. */
  get work() {
    return this.#group.work;
  }

  join(listener: Listener) {
    this.#listeners.add(listener);
  }

  /** Closes the lab after the last listener has left. */
  leave(listener: Listener) {
    this.#listeners.delete(listener);
    if (!this.#listeners.size) this.close();
  }

  get(): Promise<Lab> {
    if (this.#opening) {
      // A listener that joined after the lab was opened is notified once the lab is used.
      this.#opening.then((lab) => this.held === lab && this.#opened(lab)).catch(() => {});
      return this.#opening;
    }
    const opening = this.#open(() => this.#opening === opening);
    this.#opening = opening;
    return opening;
  }

  /** The open lab, unless it has ended. */
  get lab() {
    try {
      this.held?.supports();
      return this.held;
    } catch {
      return null;
    }
  }

  /**
   * Registers a measurement.
   * @param work the measurement as a clause
   * @returns false if another one is running
   */
  begin(work: string): boolean {
    if (this.work !== null) return false;
    this.#setWork(work);
    return true;
  }

  /** Removes the registered measurement, which has ended. */
  end() {
    this.#setWork(null);
  }

  #setWork(work: string | null) {
    this.#group.work = work;
    for (const holder of this.#group.holders.values()) {
      for (const { onWork } of holder.#listeners) onWork();
    }
  }

  /** Opens a lab. @param isCurrent false if the lab was closed while it opened */
  async #open(isCurrent: () => boolean) {
    for (const { onOpening } of this.#listeners) onOpening();
    try {
      const lab = await this.api.ScanLab.open({ limits: this.limits });
      if (!isCurrent()) {
        lab.close();
        throw new ScanLabError('cancelled', 'The element was removed from the page while its device opened.');
      }
      this.held = lab;
      this.#opened(lab);
      return lab;
    } catch (error) {
      if (isCurrent()) {
        this.#opening = null;
        for (const { onFail } of this.#listeners) onFail(error);
      }
      throw error;
    }
  }

  #opened(lab: Lab) {
    for (const { onOpen } of this.#listeners) onOpen(lab);
  }

  close() {
    this.held?.close();
    this.held = null;
    this.#opening = null;
    for (const { onClose } of this.#listeners) onClose();
  }
}
