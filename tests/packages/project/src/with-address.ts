/** For bundlers that emit a file only if it is imported. */
import { ScanLab } from 'scanlab';
import { initialize } from 'scanlab/emulator';
import emulator from 'scanlab/scanlab-emulator-web_bg.wasm';
import wasm from 'scanlab/scanlab_bg.wasm';
import { scan, show } from './scan.js';

await ScanLab.initialize({ wasm: new URL(wasm, import.meta.url) });
await initialize({ wasm: new URL(emulator, import.meta.url) });
show(await scan());
