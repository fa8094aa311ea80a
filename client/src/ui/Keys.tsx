import './keys.css'

/** Keys to press, as they are printed on the keyboard. */
export function Keys({ children }: { children: string }) {
  return <kbd className="keys">{children}</kbd>
}
