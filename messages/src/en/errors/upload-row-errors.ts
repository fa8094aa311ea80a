/** Why a row of a bulk file or a restored advert cannot be sent, by code (`docs/specification.md` §8). */
export const uploadRowErrors = {
  'ERR-001': 'Invalid value "{value}" for {header}.',
  'ERR-002': 'Invalid RIC code.',
  'ERR-004': 'You or your firm already have an IOI on this security.',
  'ERR-005': 'The file has several IOIs on this security (see line {otherLine}).',
  'ERR-006': 'The quantity of {shareQuantity} is below the minimum of {minimumShareQuantity} shares.',
  'ERR-007': 'The minimum quantity ({minimumQuantity} %) must be between {min} and {max} %.',
  'ERR-008': 'The credibility hurdle ({credibilityHurdle}) must be between {min} and {max}.',
  'ERR-009':
    'The advertising trigger offset ({advertisingTriggerOffset} %) must be between {min} and {max} %.',
  'ERR-010': 'The cancel trigger offset ({knockoutTriggerOffset} %) must be between {min} and {max} %.',
  'ERR-011':
    'The index-relative offset ({indexRelativeKOTriggerOffset} %) must be between {min} and {max} %.',
  'ERR-012': 'Outside platform hours. Platform hours for the {exchange} are {hours} UTC.',
  'ERR-013': 'The row has {fields} fields, but the header has {headers}.',
  'ERR-014': 'The {exchange} is closed today.',
  'RESTORE-ERR-01': 'The quantity of {shareQuantity} is below the minimum of {minimumShareQuantity} shares.',
  'RESTORE-ERR-02': 'There is already an IOI on this security.',
  'RESTORE-ERR-03': 'Outside platform hours. Platform hours for the {exchange} are {hours} UTC.',
  'RESTORE-ERR-04': 'Invalid RIC code.',
  'RESTORE-ERR-05': 'The {exchange} is closed today.',
  'RESTORE-ERR-06':
    'The close of its day was JPY {closeThen}, the previous close is JPY {closeNow}: more than a daily limit apart. Check the size and enter it again.',
} as const
