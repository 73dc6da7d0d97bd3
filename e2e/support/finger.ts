import type { CDPSession, Page } from '@playwright/test';

/** Simulates a finger on a touch screen, which scrolls, taps and rests. */
export class Finger {
  readonly #session: CDPSession;
  #at = { x: 0, y: 0 };

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Finger> {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
    return new Finger(session);
  }

  /** Puts the finger on a point of the view, in CSS px. */
  async down(x: number, y: number): Promise<void> {
    this.#at = { x, y };
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [this.#at] });
  }

  /** Moves in a few steps, as a finger does. */
  async moveBy(xPx: number, yPx: number): Promise<void> {
    const { x, y } = this.#at;
    const steps = 5;
    const moves = Array.from({ length: steps }, (_, index) => ({
      x: x + (xPx * (index + 1)) / steps,
      y: y + (yPx * (index + 1)) / steps,
    }));
    this.#at = moves.at(-1) ?? this.#at;
    await Promise.all(
      moves.map((touch) =>
        this.#session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [touch] }),
      ),
    );
  }

  async up(): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  /** Cancels the touch, as the operating system does when it takes over. */
  async cancel(): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
  }
}
