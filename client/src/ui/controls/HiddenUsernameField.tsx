/**
 * Whose password a form is about, for password managers alone: they pass over `type=hidden`, and without a name
 * they would keep a new password as that of nobody (Chromium, "Create amazing password forms").
 */
export function HiddenUsernameField({ email }: { email: string }) {
  return (
    <input
      className="only-heard"
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
