/** A trader's defaults for new IOIs: summary and edit form. */
export const traderPreferences = {
  'preferences.title': 'Preferences for new IOIs',
  'preferences.lead': 'Applied to new IOIs. Existing IOIs stay as they are.',
  'preferences.neverSaved':
    'No preferences have been saved yet. Until then, new IOIs have a minimum of {minimum} % and a duration of {duration}.',
  'preferences.edit': 'Edit',
  'preferences.edit.title': 'Edit preferences',
  'preferences.save': 'Save preferences',
  'preferences.saving': 'Saving…',
  'preferences.saved': 'Your preferences have been saved. They apply to new IOIs.',
  'preferences.cancel': 'Cancel',
  'preferences.isOn': 'On',
  'preferences.isOff': 'Off',
  'preferences.on': 'On, {percent} %',
  'preferences.off': 'Off (default {percent} %)',
  'preferences.offset': 'Offset from the previous close',
  'preferences.switchOn': 'Switch on to edit.',
  'preferences.advertising.means':
    'The IOI waits until the mid is this far below the previous close (BUY) or above it (SELL).',
  'preferences.knockout.means':
    'The IOI is cancelled once the mid is this far above the previous close (BUY) or below it (SELL).',
  'preferences.indexRelative.means':
    'The IOI is cancelled once the stock has moved this much more than TOPIX: up (BUY) or down (SELL).',
  'preferences.lowRating':
    'Your credibility rating is {rating}. New IOIs start without this trigger until it is {armingRating} or more.',
  'preferences.brokers': 'Brokers',
  'preferences.brokers.none': 'None selected: new IOIs use the first {max} of your brokers.',
  'preferences.leaving.title': 'Leave without saving?',
  'preferences.leaving.body': 'Your changes to the preferences have not been saved.',
  'preferences.leaving.leave': 'Leave without saving',
} as const
