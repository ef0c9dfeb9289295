/** The runtime of SCORM 1.2. An LMS offers it as an object `API` of a window around the page, or of the window that has opened the page. */

interface ScormApi {
  LMSInitialize(parameter: ''): unknown;
  LMSGetValue(element: string): unknown;
  LMSSetValue(element: string, value: string): unknown;
  LMSCommit(parameter: ''): unknown;
  LMSFinish(parameter: ''): unknown;
  LMSGetLastError(): unknown;
  LMSGetErrorString(code: string): unknown;
}

/** The part of a window that `findApi` reads. */
export type Place = { parent: Place; opener: Place | null; API?: ScormApi };

/** The nearest `API`. The search visits the page's window, its parents, the windows that opened these, and the parents of those. */
export function findApi(start: Place): ScormApi | null {
  const places = new Set<Place>();
  const climb = (from: Place) => {
    // The outermost window is its own parent.
    for (let place = from; !places.has(place); place = place.parent) places.add(place);
  };
  climb(start);
  // The loop also visits the windows that it adds.
  for (const place of places) {
    const api = apiOf(place);
    if (api) return api;
    if (place.opener) climb(place.opener);
  }
  return null;
}

function apiOf(place: Place) {
  try {
    return place.API;
  } catch {
    // A window of another origin.
    return undefined;
  }
}

/** A launch of the page by an LMS, from LMSInitialize to LMSFinish. */
export class Launch {
  #api: ScormApi;
  #isOpen = true;

  constructor(api: ScormApi) {
    this.#api = api;
    this.#require(api.LMSInitialize(''), 'LMSInitialize');
  }

  /** A stored element, or an empty text. */
  read(element: string) {
    return String(this.#api.LMSGetValue(element) ?? '');
  }

  store(elements: Record<string, string>) {
    for (const [element, value] of Object.entries(elements)) this.#require(this.#api.LMSSetValue(element, value), element);
    this.#require(this.#api.LMSCommit(''), 'LMSCommit');
  }

  /** Stores the elements and ends the launch, once. */
  finish(elements: Record<string, string>) {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      this.store(elements);
    } finally {
      this.#api.LMSFinish('');
    }
  }

  /** Throws unless the LMS accepts a call. Some LMS answer with booleans in place of texts. */
  #require(answer: unknown, call: string) {
    if (String(answer) === 'true') return;
    const code = String(this.#api.LMSGetLastError());
    throw new Error(`${call} must be accepted by the LMS, found error ${code}: ${String(this.#api.LMSGetErrorString(code))}`);
  }
}
