/** Web addresses of the sources that lessons, exercises, experiments and applications cite, as in docs/sources.md. Data only. */

/** The addresses by the beginning of a citation. A source whose address is unknown has the address of a web search. */
export const ADDRESSES: Record<string, string> = {
  'Sklansky 1960': 'https://doi.org/10.1109/TEC.1960.5219822',
  'Kogge & Stone 1973': 'https://doi.org/10.1109/TC.1973.5009159',
  'Ladner & Fischer 1980': 'https://doi.org/10.1145/322217.322232',
  'Brent & Kung 1982': 'https://doi.org/10.1109/TC.1982.1675982',
  'Hillis & Steele 1986': 'https://doi.org/10.1145/7902.7903',
  'Han & Carlson 1987': 'https://doi.org/10.1109/ARITH.1987.6158699',
  'Blelloch 1990': 'https://www.cs.cmu.edu/~guyb/papers/Ble93.pdf',
  'Knowles 1999': 'https://doi.org/10.1109/ARITH.1999.762825',
  'Horn 2005': 'https://developer.nvidia.com/gpugems/gpugems2/part-iv-general-purpose-computation-gpus-primer/chapter-36-stream-reduction',
  'Sengupta, Lefohn & Owens 2006': 'https://escholarship.org/uc/item/6j57h5zw',
  'Harris 2007': 'https://developer.download.nvidia.com/compute/cuda/1.1-Beta/x86_website/projects/scan/doc/scan.pdf',
  'Harris, Sengupta & Owens 2007':
    'https://developer.nvidia.com/gpugems/gpugems3/part-vi-gpu-computing/chapter-39-parallel-prefix-sum-scan-cuda',
  'Dotsenko et al. 2008': 'https://doi.org/10.1145/1375527.1375559',
  'Sengupta, Harris & Garland 2008': 'https://research.nvidia.com/publication/2008-12_efficient-parallel-scan-algorithms-gpus',
  'Merrill & Grimshaw 2009': 'https://libraopen.lib.virginia.edu/public_view/kd17cs85f',
  'Harris & Garland 2012': 'https://www.oreilly.com/library/view/gpu-computing-gems/9780123859631/xhtml/CHP003.html',
  'Nakano 2012': 'https://doi.org/10.1007/978-3-642-33078-0',
  'Yan, Long & Zhang 2013': 'https://doi.org/10.1145/2442516.2442539',
  'Merry 2014': 'https://duckduckgo.com/?q=Merry+%22Prefix+sums+on+GPUs%22+GPGPU2',
  'Merry 2015': 'https://duckduckgo.com/?q=Merry+%22A+performance+comparison+of+sort+and+scan+libraries+for+GPUs%22',
  'Merrill & Garland 2016': 'https://research.nvidia.com/publication/2016-03_single-pass-parallel-prefix-scan-decoupled-look-back',
  'Dakkak et al. 2019': 'https://doi.org/10.1145/3330345.3331057',
  'Smith, Levien & Owens 2025': 'https://doi.org/10.1145/3694906.3743326',
  'Wróblewski, Gottardo & Zouzias 2025': 'https://arxiv.org/abs/2505.15112',
  'Sobczyk, Sorrentino & Zouzias 2025': 'https://arxiv.org/abs/2506.23906',
  'NVIDIA 2026': 'https://github.com/NVIDIA/cccl',
  Mahmoud: 'https://duckduckgo.com/?q=Mahmoud+%22Prefix+sum%22+scan+GPU+lecture+slides',
  WGSL: 'https://www.w3.org/TR/WGSL/',
};

/** The address of a source that is cited as, for example, “Harris 2007” or “Harris 2007, Algorithm 2”. */
export function addressOf(source: string): string | undefined {
  const key = Object.keys(ADDRESSES).find((one) => `${source}, `.startsWith(`${one}, `));
  return key && ADDRESSES[key];
}
