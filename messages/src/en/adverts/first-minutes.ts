/** The desk before the first IOI of the day. */
export const firstMinutes = {
  'watchlist.title': 'Watchlist',
  'watchlist.add': 'Add a security',
  'watchlist.add.placeholder': 'Add: RIC, code or name',
  'watchlist.remove': 'Remove {security} from the watchlist',
  'watchlist.empty': 'Add the securities whose prices you want to see here.',
  'watchlist.full': 'The watchlist has room for {most} securities.',
  'watchlist.failed': 'The watchlist could not be saved. Please try again.',
  'watchlist.security': 'Security',
  'watchlist.mid': 'Mid',
  'watchlist.move': 'Change',
  'watchlist.volume': 'Volume',
  'unfinished.title': 'Unfinished on {day}',
  'unfinished.empty': 'No IOIs were left unfinished on your last trading day.',
  'unfinished.hint': 'Choose one to open its security. Restore brings them back with their terms.',
  'unfinished.more': 'and {count} more',
} as const
