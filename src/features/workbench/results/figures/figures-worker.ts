import { createFiguresCounter } from './figures';
import type { FiguresReply, FiguresRequest } from './figures-messages';

// Adds up beside the page, which stays free to scroll.

const counter = createFiguresCounter();
let others = 0;

addEventListener('message', ({ data }: MessageEvent<FiguresRequest>) => {
  for (const text of data.numbers) counter.add(text, 'number');
  for (const text of data.dates) counter.add(text, 'date');
  others += data.others;
  const figures = counter.figures();
  const reply: FiguresReply = { ...figures, count: figures.count + others };
  postMessage(reply);
});
