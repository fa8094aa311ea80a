/** Texts that all tables share: search, filters, export. */
export const dataGrid = {
  'table.shown': '{shown} of {count} shown',
  'table.clear': 'Clear filters',
  'table.withZone': '{column} ({zone})',
  'table.quick': 'Search the table',
  'table.filters': 'Filters',
  'table.filters.count': 'Filters ({count})',
  'table.filters.title': 'Filter by column',
  'table.filters.any': 'Any',
  'table.filters.number': '>10k, 5k-20k',
  'table.filters.percent': '>50, 10-50',
  'table.filters.duration': '>5:00, 1m-10m',
  'table.filters.text': 'contains',
  'table.chip': '{column}: {wanted}',
  'table.chip.remove': 'Remove the filter {filter}',
  'table.export': 'Export CSV',
  'table.export.none': 'No rows displayed.',
} as const
