/** Why a row of a bulk file or a restored advert cannot be sent, by code (`docs/specification.md` §8). */
export const uploadRowErrors = {
  'ERR-001': 'Invalid value “{value}” for {header}.',
  'ERR-002': 'Invalid RIC code.',
  'ERR-004': 'You or your firm already have an IOI on this security.',
  'ERR-005': 'The file has several IOIs on this security (see line {otherLine}).',
  'ERR-006':
    'The quantity of {shareQuantity} shares is below the platform minimum, which is {minimumShareQuantity} shares for this security. Increase it.',
  'ERR-007': 'The minimum quantity ({minimumQuantity} %) must be between {min} and {max} %.',
  'ERR-008': 'The credibility hurdle ({credibilityHurdle}) must be between {min} and {max}.',
  'ERR-009':
    'The advertising trigger offset ({advertisingTriggerOffset} %) must be between {min} and {max} %.',
  'ERR-010': 'The knockout trigger offset ({knockoutTriggerOffset} %) must be between {min} and {max} %.',
  'ERR-011':
    'The index-relative offset ({indexRelativeKOTriggerOffset} %) must be between {min} and {max} %.',
  'ERR-012': 'Outside platform hours. Platform hours for the {exchange} are {hours} UTC.',
  'ERR-013': 'The row has {fields} cells, but the header has {headers} columns.',
  'ERR-014': 'The {exchange} is closed today.',
  'RESTORE-ERR-01':
    'The quantity of {shareQuantity} shares is below the platform minimum, which is {minimumShareQuantity} shares for this security. Increase it.',
  'RESTORE-ERR-02': 'There is already an IOI on this security.',
  'RESTORE-ERR-03': 'Outside platform hours. Platform hours for the {exchange} are {hours} UTC.',
  'RESTORE-ERR-04': 'Invalid RIC code.',
  'RESTORE-ERR-05': 'The {exchange} is closed today.',
  'RESTORE-ERR-06':
    'The previous close was JPY {closeThen} when this IOI was sent and is JPY {closeNow} now, more than a daily price limit apart. Check the quantity and enter the IOI again.',
} as const
