/** A trader's defaults for new IOIs: summary and edit form. */
export const traderPreferences = {
  'preferences.title': 'What a new IOI begins with',
  'preferences.lead': 'Every new IOI takes these. Those that you have already are not changed.',
  'preferences.neverSaved':
    'You have not saved any yet. Until you do, a new IOI begins with a minimum of {minimum} % and a duration of {duration}.',
  'preferences.edit': 'Edit',
  'preferences.edit.title': 'Edit preferences',
  'preferences.save': 'Save preferences',
  'preferences.saving': 'Saving…',
  'preferences.saved': 'Your preferences have been saved. The next new IOI begins with them.',
  'preferences.cancel': 'Cancel',
  'preferences.isOn': 'On',
  'preferences.isOff': 'Off',
  'preferences.on': 'On, {percent} %',
  'preferences.off': 'Off (proposes {percent} %)',
  'preferences.offset': 'Offset from the close',
  'preferences.switchOn': 'Switch it on to change it.',
  'preferences.advertising.means':
    'Waits until the mid is this far below the close to buy, or above it to sell.',
  'preferences.knockout.means':
    'Cancelled once the mid is this far above the close to buy, or below it to sell.',
  'preferences.indexRelative.means':
    'Cancelled once the stock has moved this much further than TOPIX: up to buy, down to sell.',
  'preferences.lowRating':
    'Your credibility rating is {rating}. New IOIs begin without this trigger until it is {armingRating} or more.',
  'preferences.brokers': 'Brokers',
  'preferences.brokers.none': 'None chosen: a new IOI takes the first {max} of your brokers.',
  'preferences.leaving.title': 'Leave without saving?',
  'preferences.leaving.body': 'The changes to your preferences have not been saved.',
  'preferences.leaving.leave': 'Leave without saving',
} as const
