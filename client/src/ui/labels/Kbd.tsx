import './kbd.css'

/** Keys to press, as they are printed on the keyboard. */
export function Kbd({ children }: { children: string }) {
  return <kbd className="keys">{children}</kbd>
}
