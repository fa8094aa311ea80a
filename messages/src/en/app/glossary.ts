/** Terms of the trading desk and their explanations, shown on hover, on focus and in the glossary. */
export const glossary = {
  'term.title': 'Words of the desk',
  'term.ioi': 'IOI',
  'term.means.ioi':
    'An indication of interest to buy or sell a security. It never binds, and nobody sees it in the pool.',
  'term.contra': 'Contra',
  'term.means.contra': 'An IOI of the opposite side, from another institution, that yours may meet.',
  'term.located': 'Located',
  'term.means.located': 'Your IOI and a contra have met. Both owners have 30 seconds to accept or decline.',
  'term.connection': 'Connection',
  'term.means.connection':
    'Both sides accepted: one executing broker, and a password for each side to name to it.',
  'term.mid': 'Mid',
  'term.means.mid': 'The middle of bid and ask: the only price at which anyone meets here.',
  'term.minimum': 'Minimum',
  'term.means.minimum':
    'The smallest contra worth a call, in percent of the quantity. Several are never added up.',
  'term.residual': 'Residual',
  'term.means.residual':
    'What is left of an IOI after its located part. A new IOI can be made of it, with the same settings.',
  'term.duration': 'Duration',
  'term.means.duration':
    'How long the IOI lives from when it is sent. Pausing does not stop the clock, and the close ends it.',
  'term.transactionType': 'Transaction type',
  'term.means.transactionType':
    'What you bring: cash equity, a swap, or either. The broker can stand between cash and swap.',
  'term.contraType': 'Accepted from the contra',
  'term.means.contraType': 'What the contra may bring: cash equity, a swap, or either.',
  'term.rating': 'Credibility rating',
  'term.means.rating':
    '1 to 100, from your newest 20 answers to located contras: accepting raises it, not answering costs most.',
  'term.hurdle': 'Credibility hurdle',
  'term.means.hurdle': 'The rating a contra must have to meet this IOI. A higher one finds fewer of them.',
  'term.decay': 'Quantity decay',
  'term.means.decay': 'The quantity offered runs down towards the minimum over the life of the IOI.',
  'term.advertising': 'Advertising trigger',
  'term.means.advertising': 'The price at which a sent IOI goes live, once. Until then nobody can meet it.',
  'term.knockout': 'Knockout trigger',
  'term.means.knockout': 'The price at which the IOI is cancelled. It never trades.',
  'term.indexRelative': 'Index-relative trigger',
  'term.means.indexRelative': 'Cancels the IOI once the stock has moved this much further than TOPIX today.',
  'term.path': 'Broker path',
  'term.means.path':
    'The brokers that may execute, up to four. In order of preference, or any of those both sides named.',
  'term.lot': 'Lot',
  'term.means.lot': 'Quantities are multiples of it; what you type is rounded down to one.',
} as const
