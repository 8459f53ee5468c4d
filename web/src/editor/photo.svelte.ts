// A photograph of a printed sheet, to draw over. It stays in this browser: it is read into a canvas, made smaller, and kept
// without whatever the camera wrote beside it. Nothing here knows an address to send it to.

import type { Point } from '../lib/types';
import { homography, type Homography } from './homography';
import { dropPhoto, findPhoto, keepPhoto } from './photos';

const LONGEST = 2000; // pixels of a side
const WHOLE = 0.93; // of the map: the marks at the photograph's corners are seen whole

export class Photo {
  image = $state.raw<ImageBitmap | null>(null);
  marks = $state.raw<Point[]>([]); // where in the photograph the corners of the map are, from the upper left on
  shift = $state.raw<Point>([0, 0]); // cells
  scale = $state(1);
  opacity = $state(0.6);
  straightening = $state(false);
  moving = $state(false); // a drag on the map moves it
  unkept = $state(false); // this browser has no room for it
  #blob: Blob | null = null;

  constructor(public id: string) {}

  get size(): Point {
    return [this.image?.width ?? 1, this.image?.height ?? 1];
  }

  /** Pixels to cells: straightened, or as it is while one shows where the corners are. */
  placed([columns, rows]: Point): Homography | null {
    const [width, height] = this.size;
    if (this.straightening) {
      const fit = WHOLE * Math.min(columns / width, rows / height);
      return [fit, 0, -0.5 + (columns - width * fit) / 2, 0, fit, -0.5 + (rows - height * fit) / 2, 0, 0];
    }
    const middle: Point = [columns / 2 - 0.5 + this.shift[0], rows / 2 - 0.5 + this.shift[1]];
    const corner = (x: number, y: number): Point => [middle[0] + (x * columns * this.scale) / 2, middle[1] + (y * rows * this.scale) / 2];
    return homography(this.marks, [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]);
  }

  async choose(file: Blob): Promise<void> {
    const whole = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(whole.width, whole.height));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(whole.width * scale), Math.round(whole.height * scale)];
    canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height);
    whole.close(); // a camera's picture takes a phone's memory
    this.#blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', 0.85));
    this.image = await createImageBitmap(canvas);
    const [width, height] = this.size;
    this.marks = [[0, 0], [width, 0], [width, height], [0, height]];
    [this.shift, this.scale, this.straightening] = [[0, 0], 1, true];
    await this.keep();
  }

  /** Where the corners are is shown, or was. */
  async straighten(on: boolean): Promise<void> {
    this.straightening = on;
    await this.keep();
  }

  async keep(): Promise<void> {
    const { marks, shift, scale, opacity, straightening } = this;
    if (this.#blob) this.unkept = !(await keepPhoto(this.id, { image: this.#blob, marks, shift, scale, opacity, straightening }));
  }

  /** As it was left. A picture that this browser cannot show any more is none. */
  async open(): Promise<void> {
    const laid = await findPhoto(this.id);
    const image = laid && (await createImageBitmap(laid.image).catch(() => null));
    if (!image) return;
    [this.#blob, this.marks, this.shift, this.scale, this.opacity] = [laid.image, laid.marks, laid.shift, laid.scale, laid.opacity];
    [this.image, this.straightening] = [image, laid.straightening === true];
  }

  async remove(): Promise<void> {
    [this.image, this.#blob, this.straightening, this.moving, this.unkept] = [null, null, false, false, false];
    await dropPhoto(this.id);
  }
}
