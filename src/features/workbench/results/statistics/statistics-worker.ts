import { createStatisticsCounter, type Statistics, type StatisticsRequest } from './statistics';

// Adds up values outside the main thread, so that scrolling stays smooth.

const counter = createStatisticsCounter();
let others = 0;

addEventListener('message', ({ data }: MessageEvent<StatisticsRequest>) => {
  data.numbers.forEach((text, at) => {
    counter.add(text, 'number', data.groups[data.groupIndexes[at] ?? -1]);
  });
  for (const text of data.dates) counter.add(text, 'date');
  others += data.others;
  const statistics = counter.statistics();
  const reply: Statistics = { ...statistics, count: statistics.count + others };
  postMessage(reply);
});
