/** The use of the file's rows: the other side of a comparison, a source of columns, or prices that were proposed. */
export type FilePurpose = 'compare' | 'add' | 'proposal';
