import { describe, expect, it } from 'vitest';
import { WHOLE_COLUMN } from './draft-query';
import {
  NO_HISTORY,
  nextStep,
  recorded,
  stepped,
  withoutParameters,
  type EditHistory,
  type EditStep,
} from './edit-history';

function draft(name: string): EditStep {
  return { kind: 'query', draft: { ...WHOLE_COLUMN, fields: [name] } };
}

/** Undoes or redoes. Returns the new history and the restored step; null if there is no step. */
function move(history: EditHistory, direction: 'undo' | 'redo', current: EditStep) {
  const step = nextStep(history, direction);
  return step === null ? null : { history: stepped(history, direction, current), draft: step };
}

const undone = (history: EditHistory, current: EditStep) => move(history, 'undo', current);
const redone = (history: EditHistory, current: EditStep) => move(history, 'redo', current);

const [A, B, C] = [draft('A'), draft('B'), draft('C')];

describe('edit history', () => {
  it('undoes and redoes step by step', () => {
    const history = recorded(recorded(NO_HISTORY, A, null, 0), B, null, 1);
    const back = undone(history, C);
    expect(back?.draft).toBe(B);
    const further = back && undone(back.history, back.draft);
    expect(further?.draft).toBe(A);
    expect(further && undone(further.history, further.draft)).toBeNull();
    const forth = further && redone(further.history, further.draft);
    expect(forth?.draft).toBe(B);
    const end = forth && redone(forth.history, forth.draft);
    expect(end?.draft).toBe(C);
    expect(end && redone(end.history, end.draft)).toBeNull();
  });

  it('merges quick edits with the same key into one step', () => {
    const typed = [0, 300, 600].reduce((history, atMs) => recorded(history, A, 'value', atMs), NO_HISTORY);
    expect(typed.past).toEqual([A]);
    expect(recorded(typed, B, 'value', 1601).past).toEqual([A, B]);
    expect(recorded(typed, B, 'other', 700).past).toEqual([A, B]);
    expect(recorded(recorded(NO_HISTORY, A, null, 0), B, null, 0).past).toEqual([A, B]);
  });

  it('starts a new step for typing after an undo', () => {
    const typed = recorded(NO_HISTORY, A, 'value', 0);
    const back = undone(typed, B);
    expect(back && recorded(back.history, A, 'value', 10)).toMatchObject({ past: [A], future: [] });
  });

  it('drops the redo steps after an edit', () => {
    const back = undone(recorded(NO_HISTORY, A, null, 0), B);
    expect(back && recorded(back.history, A, null, 1).future).toEqual([]);
  });

  it('keeps the last hundred steps', () => {
    let history = NO_HISTORY;
    for (let step = 0; step < 150; step += 1) history = recorded(history, draft(String(step)), null, step);
    expect(history.past).toHaveLength(100);
    expect(history.past[0]).toEqual(draft('50'));
  });

  it('forgets what says something of a snapshot that is gone', () => {
    const pivot: EditStep = { kind: 'view', view: 'pivot', parameters: { pivot: 'a' } };
    const changes: EditStep = { kind: 'view', view: 'changes', parameters: { with: 'a', changes: 'b' } };
    const subset: EditStep = { kind: 'view', view: 'rows', parameters: { subset: 'c' } };
    const history = [A, pivot, changes, subset].reduce(
      (each, step) => recorded(each, step, null, 0),
      NO_HISTORY,
    );
    expect(withoutParameters(history, ['changes', 'subset']).past).toEqual([
      A,
      pivot,
      { kind: 'view', view: 'changes', parameters: { with: 'a' } },
    ]);
  });
});
