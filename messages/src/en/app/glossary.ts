/** Terms of the trading desk and their explanations, shown on hover, on focus and in the glossary. */
export const glossary = {
  'term.title': 'Glossary',
  'term.ioi': 'IOI',
  'term.means.ioi':
    'A non-binding indication of interest to buy or sell a security. It is not visible to anyone else.',
  'term.contra': 'Contra',
  'term.means.contra':
    'An IOI on the opposite side, from another institution, that can be matched with yours.',
  'term.located': 'Located',
  'term.means.located':
    'Your IOI has been matched with a contra. Each trader accepts or declines before the countdown ends.',
  'term.connection': 'Connection agreement',
  'term.means.connection':
    'Both sides have accepted. Each receives the executing broker and its own password.',
  'term.mid': 'Mid',
  'term.means.mid': 'The midpoint of bid and ask. IOIs are matched only at the mid.',
  'term.minimum': 'Minimum',
  'term.means.minimum':
    'The smallest contra you will accept, in percent of the quantity. Several contras are never added up.',
  'term.residual': 'Residual',
  'term.means.residual':
    'The quantity that was not located. You can create a new IOI for it with the same settings.',
  'term.duration': 'Duration',
  'term.means.duration':
    'How long the IOI is valid after it is sent. Pausing does not extend it, and platform hours limit it.',
  'term.transactionType': 'Transaction type',
  'term.means.transactionType':
    'What you offer: cash equity, a swap, or either. The broker can stand between cash and swap.',
  'term.contraType': 'Accept from the contra',
  'term.means.contraType': 'What you accept from the contra: cash equity, a swap, or either.',
  'term.rating': 'Credibility rating',
  'term.means.rating':
    '1 to 100, from your latest answers to locates. Accepting raises it; a missed locate lowers it most.',
  'term.hurdle': 'Credibility hurdle',
  'term.means.hurdle': 'The minimum rating of a contra. A higher hurdle excludes more contras.',
  'term.decay': 'Quantity decay',
  'term.means.decay': 'The quantity offered decreases to the minimum over the duration.',
  'term.advertising': 'Advertising trigger',
  'term.means.advertising': 'The price at which a sent IOI becomes live, once. Until then it is not matched.',
  'term.knockout': 'Knockout trigger',
  'term.means.knockout': 'The price at which the IOI is cancelled. It is not an execution price.',
  'term.indexRelative': 'Index-relative trigger',
  'term.means.indexRelative':
    'Cancels the IOI once the stock has risen (BUY) or fallen (SELL) this much more than TOPIX today.',
  'term.path': 'Broker path',
  'term.means.path':
    'Up to four brokers that may execute, ranked or unranked. One in common with the contra is chosen.',
  'term.lot': 'Lot',
  'term.means.lot': 'The trading unit. Quantities are rounded down to a multiple of it.',
} as const
