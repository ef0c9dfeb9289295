/** The metrics of the chart, with their values in addresses. */
export const METRICS = [
  { value: 'elements', label: 'Throughput, elements/s' },
  { value: 'bytes', label: 'Throughput, GB/s' },
  { value: 'time', label: 'Time of one scan' },
  { value: 'speedup', label: 'Speed-up over a chosen scan' },
  { value: 'share', label: 'Share of the copy kernel’s speed' },
  { value: 'transfers', label: 'Upload, GPU, readback' },
];
