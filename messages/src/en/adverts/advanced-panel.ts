/** The advanced panel of the editor, and the residual of a completed IOI. */
export const advancedPanel = {
  'advert.panel.title': 'Conditions',
  'advert.panel.open': 'Advanced',
  'advert.panel.close': 'Done',
  'advert.panel.priceConditions': 'Price conditions',
  'advert.panel.advertPreferences': 'Advertising preferences',
  'advert.panel.pathPreferences': 'Path preferences',
  'advert.panel.noConditions': 'None',
  'advert.panel.accepts': 'accepts {type}',

  'advert.panel.limit': 'Limit price',
  'advert.panel.limit.BUY': 'The IOI waits while the mid is above this price.',
  'advert.panel.limit.SELL': 'The IOI waits while the mid is below this price.',
  'advert.panel.limit.hint': '↑ ↓ move it by one tick',
  'advert.panel.advertising': 'Advertising trigger',
  'advert.panel.advertising.BUY': 'The IOI waits until the mid is at or below this level.',
  'advert.panel.advertising.SELL': 'The IOI waits until the mid is at or above this level.',
  'advert.panel.knockout': 'Knockout trigger',
  'advert.panel.knockout.BUY': 'The IOI is cancelled once the mid is at or above this level.',
  'advert.panel.knockout.SELL': 'The IOI is cancelled once the mid is at or below this level.',
  'advert.panel.indexRelative': 'Index-relative trigger',
  'advert.panel.indexRelative.BUY':
    'The IOI is cancelled once the stock has risen this much more than TOPIX today.',
  'advert.panel.indexRelative.SELL':
    'The IOI is cancelled once the stock has fallen this much more than TOPIX today.',
  'advert.panel.level': 'Level',
  'advert.panel.yen': 'JPY',
  'advert.panel.offset.below': 'below prev. close',
  'advert.panel.offset.above': 'above prev. close',
  'advert.panel.lead': 'Move relative to TOPIX',
  'advert.panel.level.invalid': 'Enter a price above 0, such as 2,905.5.',
  'advert.panel.percent.invalid': 'Enter a percentage from {min} to {max}, such as {max} or 3.25.',
  'advert.panel.percent.range': 'From {min} to {max} %',
  'advert.panel.rounded': 'Rounded down to the tick',
  'advert.panel.limits':
    'Prev. close {close} · daily limits {min} to {max} · levels are rounded down to the tick',
  'advert.panel.frozen': 'Triggers cannot be changed during after-hours matching.',
  'advert.panel.satisfied': 'The trigger has fired and can no longer be changed.',
  'advert.panel.rating': 'Requires a credibility rating of 41 or more. Yours is {rating}.',

  'advert.panel.ownType': 'Transaction type',
  'advert.panel.reference': 'Order reference',
  'advert.panel.reference.hint':
    'Up to 32 characters. For yourself only: neither the contra nor the broker sees it.',
  'advert.panel.parent': 'Order quantity',
  'advert.panel.elsewhere': 'Done elsewhere',
  'advert.panel.decay': 'Quantity decay',
  'advert.panel.decay.hint': 'The quantity offered decreases to the minimum over the duration.',
  'advert.panel.renew': 'Renew when it expires',
  'advert.panel.renew.hint':
    'Sends the same terms again as a new IOI, which loses its time priority. Only while you are signed in, and not past the end of the day.',
  'advert.panel.renew.duration': 'Only with a duration in minutes.',
  'advert.panel.resume': 'Resume after a missed locate',
  'advert.panel.resume.hint':
    'After a locate that you accepted and the contra declined or let time out. Only while you are signed in.',
  'advert.panel.times': 'at most {count}×',
  'advert.panel.left': '{left} of {count} left',

  'advert.panel.none': 'None',
  'advert.panel.place': 'Broker {rank}',
  'advert.panel.moved': '{broker}: position {place} of {count}.',

  'advert.panel.residual': 'Create residual',
  'advert.panel.residual.creating': 'Creating…',
  'advert.panel.residual.none': 'No residual can be created from this IOI.',
} as const
