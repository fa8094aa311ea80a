/** The columns of the blotter, from left to right. */
export const columns = [
  'chosen',
  'direction',
  'security',
  'quantity',
  'value',
  'share',
  'volume',
  'mid',
  'midNow',
  'move',
  'time',
  'state',
  'broker',
  'password',
] as const
export type Column = (typeof columns)[number]

const numbers: readonly Column[] = ['quantity', 'value', 'share', 'volume', 'mid', 'midNow', 'move', 'time']

/** How the cells of a column are aligned. */
export const kindOf = (column: Column): 'number' | 'text' => (numbers.includes(column) ? 'number' : 'text')
