/**
 * Runs on the audio thread: gathers what the microphone gives, at a rate that the service takes, into blocks of a tenth of a
 * second of 16-bit samples.
 */

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: readonly (readonly Float32Array[])[]): boolean;
}
declare function registerProcessor(name: string, processor: new (given: Given) => AudioWorkletProcessor): void;

interface Given {
  readonly processorOptions: {
    /** So many samples of the microphone become one. */
    readonly factor: number;
    /** Samples of a block. */
    readonly length: number;
  };
}

class Gather extends AudioWorkletProcessor {
  readonly #factor: number;
  readonly #length: number;
  #block: Int16Array<ArrayBuffer>;
  #filled = 0;
  #sum = 0;
  #summed = 0;
  #isOver = false;

  constructor({ processorOptions: { factor, length } }: Given) {
    super();
    this.#factor = factor;
    this.#length = length;
    this.#block = new Int16Array(length);
    this.port.addEventListener("message", () => this.#end());
    this.port.start();
  }

  override process([input]: readonly (readonly Float32Array[])[]): boolean {
    for (const sample of input?.[0] ?? []) this.#take(sample);
    return !this.#isOver;
  }

  #take(sample: number): void {
    this.#sum += sample;
    this.#summed += 1;
    if (this.#summed < this.#factor) return;
    const mean = Math.max(-1, Math.min(1, this.#sum / this.#factor));
    this.#block[this.#filled] = Math.round(mean * 0x7fff);
    this.#filled += 1;
    this.#sum = 0;
    this.#summed = 0;
    if (this.#filled === this.#block.length) this.#give(this.#block);
  }

  /** What is given away is empty here afterwards. */
  #give(block: Int16Array<ArrayBuffer>): void {
    this.port.postMessage(block, [block.buffer]);
    this.#block = new Int16Array(this.#length);
    this.#filled = 0;
  }

  /** What is left goes as a shorter block; null says that nothing follows. */
  #end(): void {
    if (this.#filled > 0) this.#give(this.#block.slice(0, this.#filled));
    this.#isOver = true;
    this.port.postMessage(null, []);
  }
}

registerProcessor("gather", Gather);
