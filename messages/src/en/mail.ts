/** E-mails to users. For secrecy they name no IOI, no security and no other institution. */
export const mail = {
  'mail.welcome.subject': 'Your {product} account',
  'mail.welcome.body': `Dear {firstName} {lastName},

An {product} account has been opened for you.

Sign in at: {url}
E-mail: {email}
Temporary password: {password}

The temporary password is valid for {hours} hours. When you first sign in, you choose a password of
your own.

If you did not expect this message, please delete it and tell your account manager.

{product}`,
  'mail.temporary.subject': 'A temporary password for your {product} account',
  'mail.temporary.body': `Dear {firstName} {lastName},

Your password has been reset by the operator of the platform. The one you had no longer works, and you
have been logged out.

Sign in at: {url}
E-mail: {email}
Temporary password: {password}

The temporary password is valid for {hours} hours. When you sign in with it, you choose a password of
your own.

If you did not ask for this, please tell your account manager.

{product}`,
  'mail.reset.subject': 'A link to set a new {product} password',
  'mail.reset.body': `Dear {firstName} {lastName},

Somebody, most likely you, has asked for a new password for your {product} account. Choose it here:

{url}

The link can be used once, within {minutes} minutes. Until then your password stays as it is.

If it was not you, there is nothing to do: whoever asked does not see this message.

{product}`,
  'mail.passwordChanged.subject': 'Your {product} password has been changed',
  'mail.passwordChanged.body': `Dear {firstName} {lastName},

The password of your {product} account was changed on {when} (Tokyo). All other sessions of yours have been
ended.

If it was not you, please tell your account manager at once.

{product}`,
  'mail.passwordReset.body': `Dear {firstName} {lastName},

The password of your {product} account was set anew on {when} (Tokyo), by a link that we had sent to this
address. All your sessions have been ended. Please sign in with the new password.

If it was not you, please tell your account manager at once.

{product}`,
  'mail.contact.subject': '{firstName} {lastName} asks to be contacted',
  'mail.contact.body': `A user of {product} asks the account manager to get in touch.

Name: {firstName} {lastName}
Firm: {organization}
Phone: {phone}
E-mail: {email}
Asked on: {when} (Tokyo)`,
} as const
