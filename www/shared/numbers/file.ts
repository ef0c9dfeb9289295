/** Reads a file of numbers as a stream: text in UTF-8, UTF-16 or an 8-bit encoding, or a NumPy array, optionally compressed with gzip. */
import { pauses } from '../pauses.ts';
import { NPY_MAGIC, readNpy } from './npy.ts';
import { NumberParser } from './text.ts';
import { NumbersError } from './values.ts';
import type { ElementType, Elements } from '../../types.ts';
import type { Comma, TextOptions } from './text.ts';

/** types: the types of the operator; type: the chosen type */
type FileOptions = TextOptions & { types: readonly ElementType[]; type: ElementType; signal?: AbortSignal };
/** header: the line of names; isTable: whether the text is a table of the page; array: the type of a NumPy array; encoding: the assumed one */
type FileNumbers = {
  type: ElementType;
  values: Elements;
  header: string | null;
  isTable: boolean;
  array: string | null;
  encoding: string | null;
};

const HEAD_BYTES = 1 << 16;
/** The maximum size of an unpacked file: a small gzip file may unpack to any size. */
const MOST_UNPACKED_BYTES = 2 ** 32;

/**
 * The maximum length of a piece. The page gets pauses between pieces. A piece of gzip expands to at most about 1,000 times its length, all
 * in memory.
 */
const PIECE_BYTES = 1 << 14;

/** Magic bytes of files that do not hold numbers as text. A text may begin with printable magic bytes, but has no control characters. */
const OTHERS: [bytes: number[] | string, what: string, advice: string][] = [
  ['BZh', 'a bzip2-compressed file', 'decompress it first'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'an xz-compressed file', 'decompress it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'a Zstandard-compressed file', 'decompress it first'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a 7z archive', 'unpack it first'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Excel workbook of the old format (.xls)', 'save the sheet as CSV'],
  [[0x89, 0x48, 0x44, 0x46], 'an HDF5 file', 'save the array with numpy.save'],
  ['PAR1', 'a Parquet file', 'save the column as CSV or with numpy.save'],
  ['ARROW1', 'an Arrow file', 'save the column as CSV or with numpy.save'],
  ['MATLAB 5.0', 'a MATLAB file', 'save the array as text'],
  ['%PDF', 'a PDF document', 'copy its numbers as text'],
  [[0xff, 0xfe, 0, 0], 'a text in UTF-32', 'save it in UTF-8'],
  [[0, 0, 0xfe, 0xff], 'a text in UTF-32', 'save it in UTF-8'],
];
const GZIP = [0x1f, 0x8b];
const ZIP = [0x50, 0x4b, 3, 4];
/** The kinds of zip archives, by the names of the files in them. */
const ARCHIVES: [holds: RegExp, what: string, advice: string][] = [
  [/\[Content_Types\]\.xml|xl\/|_rels\/|docProps\//, 'an Excel workbook (.xlsx)', 'save the sheet as CSV'],
  [/opendocument/, 'an OpenDocument spreadsheet (.ods)', 'save the sheet as CSV'],
  [/\.npy/, 'a NumPy archive of arrays (.npz)', 'save one array with numpy.save'],
];
const BYTE_ORDER_MARKS: [mark: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];
/** The encoding of other texts. It has a character for each byte, and includes Latin-1. Numbers are the same in all 8-bit encodings. */
const OTHER_ENCODING = 'windows-1252';

const TAB = 9;

function beginsWith(bytes: Uint8Array, mark: number[] | string) {
  const codes = typeof mark === 'string' ? [...mark].map((char) => char.charCodeAt(0)) : mark;
  return codes.every((code, i) => bytes[i] === code) && (typeof mark !== 'string' || bytes.some((byte) => byte < TAB));
}

/** Reads the numbers of a file, while the page stays responsive. Rejects with `NumbersError`. */
export async function readNumbers(file: File, options: FileOptions): Promise<FileNumbers> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  options.signal?.throwIfAborted();
  const isPacked = beginsWith(head, GZIP);
  const open = () => (isPacked ? unpacked(file, options.signal) : chunksOf(file.stream(), options.signal));
  const first = isPacked ? await firstOf(open()) : head;
  refuseOthers(first, isPacked);
  const name = isPacked ? file.name.replace(/\.gz$/i, '') : file.name;
  if (beginsWith(first, NPY_MAGIC) || /\.npy$/i.test(name)) {
    const read = await readNpy(open(), { ...options, size_bytes: isPacked ? undefined : file.size });
    return { ...read, header: null, isTable: false, encoding: null };
  }
  const marked = BYTE_ORDER_MARKS.find(([mark]) => beginsWith(first, mark))?.[1];
  if (!marked?.startsWith('utf-16') && first.includes(0)) {
    throw new NumbersError(
      'a text or a NumPy array (.npy) is required; the file has bytes of 0, as binary files and UTF-16 without its mark have',
    );
  }
  return { ...(await readText(open, marked, options)), array: null };
}

function refuseOthers(head: Uint8Array, isPacked: boolean) {
  const archive = beginsWith(head, ZIP) ? new TextDecoder('latin1').decode(head) : null;
  const [, what, advice] =
    archive !== null
      ? (ARCHIVES.find(([holds]) => holds.test(archive)) ?? ['', 'a zip archive', 'unpack it first'])
      : isPacked && beginsWith(head, GZIP)
        ? ['', 'a gzip-compressed file within another', 'decompress it first']
        : (OTHERS.find(([mark]) => beginsWith(head, mark)) ?? []);
  if (what) throw new NumbersError(`a text or a NumPy array (.npy) is required; this is ${what}: ${advice}`);
}

/**
 * @param open begins to read the file, from the start in each call
 * @param marked the encoding of the file's byte order mark
 */
async function readText(open: () => AsyncIterable<Uint8Array>, marked: string | undefined, { type, comma, marks }: FileOptions) {
  const read: (encoding: string, asked: Comma | undefined) => Promise<Pick<FileNumbers, 'values' | 'header' | 'isTable'>> = async (
    encoding,
    asked,
  ) => {
    const parser = new NumberParser(type, { comma: asked, marks });
    const decoder = new TextDecoder(encoding, { fatal: true });
    for await (const chunk of open()) parser.push(decoded(decoder, chunk));
    parser.push(decoded(decoder));
    const parsed = parser.end();
    return parser.otherwise ? read(encoding, parser.otherwise) : parsed;
  };
  try {
    return { type, encoding: null, ...(await read(marked ?? 'utf-8', comma)) };
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    if (marked) throw new NumbersError(`the file’s mark is that of ${marked.toUpperCase()}, but not all of its bytes are such text`);
  }
  return { type, encoding: 'Windows-1252', ...(await read(OTHER_ENCODING, comma)) };
}

/** The error for bytes that are not valid text in the encoding. */
class EncodingError extends Error {}

/** @param chunk the next bytes; undefined at the end */
function decoded(decoder: TextDecoder, chunk?: Uint8Array) {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (cause) {
    throw new EncodingError('', { cause });
  }
}

/** The pieces of a stream, with pauses for the page's other tasks. If reading stops early, the stream is cancelled. */
async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, signal?: AbortSignal) {
  const reader = stream.getReader();
  const pause = pauses();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      for (const piece of piecesOf(read.value)) {
        await pause();
        signal?.throwIfAborted();
        yield piece;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function* piecesOf(bytes: Uint8Array<ArrayBuffer>) {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function* unpacked(file: File, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const pieces: TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> = new TransformStream({
    transform(bytes, controller) {
      for (const piece of piecesOf(bytes)) controller.enqueue(piece);
    },
  });
  const unpack = new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array<ArrayBuffer>, any>;
  const stream = file.stream().pipeThrough(pieces).pipeThrough(unpack);
  let size_bytes = 0;
  const chunks = chunksOf(stream, signal);
  try {
    for (let piece = await unpackedNext(chunks, signal); !piece.done; piece = await unpackedNext(chunks, signal)) {
      size_bytes += piece.value.length;
      if (size_bytes > MOST_UNPACKED_BYTES) {
        throw new NumbersError(`a gzip file must have at most ${MOST_UNPACKED_BYTES / 2 ** 30} GiB of content; this one has more`);
      }
      yield piece.value;
    }
  } finally {
    await chunks.return(undefined);
  }
}

async function unpackedNext(chunks: AsyncGenerator<Uint8Array>, signal?: AbortSignal) {
  try {
    return await chunks.next();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new NumbersError('the file begins like gzip, but it cannot be unpacked: it is damaged or incomplete', [], { cause });
  }
}

async function firstOf(chunks: AsyncIterable<Uint8Array>) {
  const bytes: number[] = [];
  for await (const chunk of chunks) {
    bytes.push(...chunk.subarray(0, 1024));
    if (bytes.length >= 1024) break;
  }
  return Uint8Array.from(bytes);
}
