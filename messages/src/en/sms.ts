/** SMS to users. For secrecy they name no IOI, no security and no other institution. */
export const sms = {
  'sms.code': 'Your {product} code is {code}. It is valid for 5 minutes. Do not share it with anyone.',
} as const
