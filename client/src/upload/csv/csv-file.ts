/**
 * The types of a CSV file: the two of docs/specification.md §5, and those that browsers give a name that ends in .csv
 * on machines without Excel (docs/decisions/0098-files-of-other-people.md).
 */
const csvTypes: readonly string[] = [
  'text/csv',
  'application/vnd.ms-excel',
  '',
  'application/csv',
  'application/octet-stream',
  'application/x-csv',
  'text/comma-separated-values',
  'text/plain',
  'text/tab-separated-values',
  'text/x-csv',
]

/** Whether a file may be read, by its name and type. */
export const isCsvFile = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  name.toLowerCase().endsWith('.csv') && csvTypes.includes(type.split(';')[0]?.trim().toLowerCase() ?? '')
