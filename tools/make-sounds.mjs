import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes the till's sounds, as 16-bit mono WAV files in assets/sounds. Run again after changing a melody. */

const RATE = 44_100;
const folder = join(import.meta.dirname, '../assets/sounds');

/** @typedef {readonly [start: number, length: number, frequency: number, loudness: number]} Note In s, s, Hz. */

/** @type {Readonly<Record<string, readonly Note[]>>} */
const melodies = {
  // One short note, the first of the two that say Paid, and quieter: something is under way.
  scanned: [[0, 0.24, 783.99, 0.5]],
  // Two rising notes, a major sixth: heard in a busy shop without being harsh.
  paid: [
    [0, 0.22, 783.99, 0.5],
    [0.13, 0.6, 1318.51, 0.55],
  ],
  // Two low notes down.
  failed: [
    [0, 0.26, 392, 0.6],
    [0.24, 0.5, 261.63, 0.6],
  ],
  // The same note three times.
  attention: [
    [0, 0.16, 880, 0.45],
    [0.22, 0.16, 880, 0.45],
    [0.44, 0.3, 880, 0.45],
  ],
};

await mkdir(folder, { recursive: true });
for (const [name, notes] of Object.entries(melodies)) await writeFile(join(folder, `${name}.wav`), wav(render(notes)));

/** @param {readonly Note[]} notes */
function render(notes) {
  const end = Math.max(...notes.map(([start, length]) => start + length)) + 0.05;
  const samples = new Float64Array(Math.ceil(end * RATE));
  for (const [start, length, frequency, loudness] of notes) {
    for (let index = 0; index < length * RATE; index++) {
      const time = index / RATE;
      const attack = Math.min(1, time / 0.008);
      const decay = Math.exp((-4 * time) / length) * Math.min(1, (length - time) / 0.03);
      const wave = Math.sin(2 * Math.PI * frequency * time) + 0.25 * Math.sin(4 * Math.PI * frequency * time);
      const at = Math.floor(start * RATE) + index;
      samples[at] = (samples[at] ?? 0) + loudness * attack * decay * wave;
    }
  }
  return samples;
}

/** @param {Float64Array} samples */
function wav(samples) {
  const peak = samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, index) => {
    data.writeInt16LE(Math.round((sample / peak) * 0.8 * 32_767), index * 2);
  });
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
