import { ANALYSIS_FAULTS } from './analysis.mjs';
import { FILES_FAULTS } from './files.mjs';
import { FORMATS_FAULTS } from './formats.mjs';
import { GRID_FAULTS } from './grid.mjs';
import { PAGING_FAULTS } from './paging.mjs';
import { QUERY_FAULTS } from './query.mjs';
import { ROOMS_FAULTS } from './rooms.mjs';
import { SESSION_FAULTS } from './session.mjs';

export const ALL_FAULTS = [
  ...SESSION_FAULTS,
  ...FORMATS_FAULTS,
  ...PAGING_FAULTS,
  ...FILES_FAULTS,
  ...QUERY_FAULTS,
  ...ANALYSIS_FAULTS,
  ...GRID_FAULTS,
  ...ROOMS_FAULTS,
];
