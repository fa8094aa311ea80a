/** The list of keys. */
export const keys = {
  'keys.title': 'Keyboard shortcuts',
  'keys.title.anywhere': 'Anywhere',
  'keys.title.located': 'Contra located',
  'keys.title.desk': 'List of IOIs',
  'keys.title.editor': 'Quantity and amounts',
  'keys.does.search': 'Search a security',
  'keys.does.help': 'Show this list',
  'keys.does.close': 'Close what is open',
  'keys.does.goToPopup': 'Go to the popup',
  'keys.does.accept': 'Accept, once you are in the popup',
  'keys.does.decline': 'Decline, once you are in the popup',
  'keys.does.leavePopup': 'Go back to where you were',
  'keys.does.move': 'Choose another IOI',
  'keys.does.ends': 'First or last IOI',
  'keys.does.open': 'Go to its terms',
  'keys.does.review': 'Review what will be sent; nothing is sent by it',
  'keys.note.on':
    'Single keys do nothing while you type in a field. They can be switched off in your profile.',
  'keys.note.off': 'Single keys are switched off in your profile.',
} as const
