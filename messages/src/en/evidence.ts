/** Receipts of agreements, and the page that verifies them. */
export const evidence = {
  'receipt.title': 'Receipt of the agreement',
  'receipt.lead':
    'Signed by {installation}. Whoever has the public key of the installation can verify it without asking anybody. It contains no password.',
  'receipt.download': 'Download',
  'receipt.print': 'Print',
  'receipt.loading': 'The receipt is being signed.',
  'receipt.qr': 'QR code of an address that verifies this receipt',
  'receipt.scan':
    'The QR code opens the page that verifies the receipt. The receipt is in the part of the address that browsers send to no server.',
  'receipt.keyIdOf': 'Signed with the key {keyId}',
  'receipt.agreement': 'Agreement',
  'receipt.security': 'Security',
  'receipt.side': 'Side',
  'receipt.quantity': 'Quantity',
  'receipt.mid': 'Mid',
  'receipt.type': 'Type',
  'receipt.type.CASH_ONLY': 'Cash',
  'receipt.type.SWAP_ONLY': 'Swap',
  'receipt.institution': 'Institution',
  'receipt.buyer': 'Buyer',
  'receipt.seller': 'Seller',
  'receipt.broker': 'Executing broker',
  'receipt.located': 'Located',
  'receipt.agreed': 'Agreed',
  'receipt.installation': 'Installation',
  'receipt.key': 'Key',
  'receipt.verifyTitle': 'Verify a receipt',
  'receipt.verifyLead':
    'Checks that a receipt is as it was signed. Everything happens in this browser: nothing is sent, and no network is needed.',
  'receipt.text': 'Receipt',
  'receipt.textHint': 'Paste the text, or drop the file here.',
  'receipt.choose': 'Choose a file',
  'receipt.publicKey': 'Public key',
  'receipt.keyHintKnown':
    'Leave it empty to use the key that this site shows ({keyId}). To rely on nobody, enter the key that you were given.',
  'receipt.keyHintUnknown': 'The key that the operator, or whoever sent the receipt, gave you.',
  'receipt.keyInvalid': 'This is no public key: it has 43 letters, digits, - or _.',
  'receipt.valid': 'The receipt is valid: every character is as it was signed with the key {keyId}.',
  'receipt.validKnown':
    'The key is the one that this site shows. Compare it with the one that you were given.',
  'receipt.validGiven': 'The key is the one that you entered.',
  'receipt.fault.UNREADABLE': 'This is no receipt: it is not text in UTF-8, or not JSON.',
  'receipt.fault.FORMAT': 'This is no receipt, or one of a version that this page does not know.',
  'receipt.fault.MEMBERS': 'Invalid: something is missing, was added, or cannot be in a receipt.',
  'receipt.fault.NOT_CANONICAL':
    'Invalid: it is not written as it was signed. Something was added, removed or put in another order.',
  'receipt.fault.UNKNOWN_KEY':
    'Not verified: it was signed with another key. Enter the public key of the installation that signed it.',
  'receipt.fault.SIGNATURE':
    'Invalid: it does not match its signature. It was changed, or somebody else made it.',
  'receipt.fault.RETIRED_KEY': 'Invalid: the key was no longer used at the time that the receipt states.',
  'receipt.fault.NO_KEY': 'Not verified yet: enter the public key of the installation.',
  'receipt.fault.UNSUPPORTED':
    'This browser cannot verify the signature. Use a current browser and an https address, or aitai verify-receipt.',
} as const
