/** The cards of all applications. */
import { h } from '../../ui/dom.ts';
import { Picture } from './picture.ts';
import { defaultsOf } from '../settings.ts';
import { stillState } from '../steps.ts';
import type { Application } from '../types.ts';
import type { ThemeReader } from './theme.ts';

export class Gallery {
  pictures;
  sights: IntersectionObserver;
  root;

  /** @param actions onOpen: a card was chosen; onError: drawing failed */
  constructor(
    applications: readonly Application[],
    themes: ThemeReader,
    { onOpen, onError }: { onOpen: (id: string) => void; onError: (error: unknown) => void },
  ) {
    this.pictures = applications.map((application) => ({
      application,
      picture: new Picture(application, themes, { isSmall: true, onError }),
    }));
    this.sights = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: '200px' });
    this.root = h(
      'ul',
      { class: 'use-gallery' },
      ...this.pictures.map(({ application: { id, title, teaches }, picture }) => {
        // The link has the title, and the picture would repeat it.
        picture.canvas.setAttribute('aria-hidden', 'true');
        const onclick = (event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onOpen(id);
        };
        return h(
          'li',
          { class: 'use-card', 'data-application': id },
          picture.canvas,
          h('a', { href: `#use/${id}`, onclick }, title),
          h('p', {}, teaches),
        );
      }),
    );
  }

  connect() {
    for (const { picture } of this.pictures) {
      picture.connect();
      this.sights.observe(picture.canvas);
    }
  }

  close() {
    this.sights.disconnect();
    for (const { picture } of this.pictures) picture.close();
  }

  /** Draws pictures that have come near the visible part of the page. */
  #seen(entries: IntersectionObserverEntry[]) {
    for (const { target, isIntersecting } of entries) {
      const card = this.pictures.find(({ picture }) => picture.canvas === target);
      // A picture that failed is drawn when it comes near again.
      if (!card || !isIntersecting || card.picture.canvas.dataset.drawnOf) continue;
      const { application } = card;
      const { settings, step } = defaultsOf(application);
      card.picture.show(stillState(application, settings, application.size.still), application.cardStep ?? step, application.title);
    }
  }

  draw() {
    for (const { picture } of this.pictures) picture.draw();
  }
}
