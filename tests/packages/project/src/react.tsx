/** Elements in React's strict mode, which go and come back. */
import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'scanlab/element';
import type {} from 'scanlab/react';
import type { ScanLabElement } from 'scanlab/element';

function Course() {
  const element = useRef<ScanLabElement>(null);
  const [isThere, setThere] = useState(true);
  const [view, setView] = useState('diagram');
  return (
    <>
      <button onClick={() => setThere(!isThere)}>Toggle</button>
      <button onClick={() => setView('learn')}>Explain</button>
      <button onClick={() => (document.title = String(element.current?.view))}>Name</button>
      {isThere && <scan-lab ref={element} view={view} algorithm="blelloch" input="3 1 7 0" className="course" heading-level={3} />}
      <scan-lab
        view="measure"
        algorithms="blelloch"
        sizes="1000"
        autorun
        onscanlab-end={({ detail }: HTMLElementEventMap['scanlab-end']) => (document.title = `${detail.outcome} ${detail.points?.length}`)}
      />
    </>
  );
}

const root = createRoot(document.body.appendChild(document.createElement('main')));
root.render(
  <StrictMode>
    <Course />
  </StrictMode>,
);
