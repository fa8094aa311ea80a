/**
 * The user name of a password form, for password managers: they ignore `type=hidden`, and without a name they
 * would store a new password for nobody (Chromium, "Create amazing password forms").
 */
export function HiddenUsernameField({ email }: { email: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  )
}
