/** Mails to users. They name no IOI, no security and no other institution (rules 15). */
export const mail = {
  'mail.welcome.subject': 'Your Aitai account',
  'mail.welcome.body': `Dear {firstName} {lastName},

An Aitai account has been opened for you.

Sign in at: {url}
E-mail: {email}
Temporary password: {password}

The temporary password is valid for {hours} hours. When you first sign in, you choose a password of
your own.

If you did not expect this message, please delete it and tell your account manager.

Aitai`,
} as const
