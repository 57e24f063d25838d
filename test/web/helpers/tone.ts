/** Sound that differs from silence: a tone that swells every second, as 16-bit samples of 16,000 a second, mono. */
export function makeTone(milliseconds: number, sampleRate = 16_000): Uint8Array {
  const samples = new Int16Array((milliseconds * sampleRate) / 1000);
  for (let at = 0; at < samples.length; at += 1) {
    const swell = 0.2 + 0.6 * ((at % sampleRate) / sampleRate);
    samples[at] = Math.round(Math.sin((2 * Math.PI * 440 * at) / sampleRate) * swell * 0x7fff);
  }
  return new Uint8Array(samples.buffer);
}
