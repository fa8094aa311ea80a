/** Whether this page may show browser notifications; `unsupported` without TLS and in old browsers. */
export type DesktopPermission = NotificationPermission | 'unsupported'

export const desktopPermission = (): DesktopPermission =>
  typeof Notification === 'undefined' || !isSecureContext ? 'unsupported' : Notification.permission

/** Requests the permission. Only from a button that says what it is for, never on load. */
export async function requestDesktopPermission(): Promise<DesktopPermission> {
  if (desktopPermission() === 'unsupported') return 'unsupported'
  return Notification.requestPermission()
}

interface DesktopNotice {
  /** The same tag from several tabs is one notice. */
  readonly tag: string
  readonly title: string
  /** Names no security: it may be read on a locked screen. */
  readonly body: string
  readonly lang: string
  readonly onClick: () => void
}

/** Shows a browser notification that stays until it is closed or clicked; does nothing without permission. */
export function showDesktopNotification({ tag, title, body, lang, onClick }: DesktopNotice): {
  close(): void
} {
  if (desktopPermission() !== 'granted') return { close: () => undefined }
  const notice = new Notification(title, { tag, body, lang, requireInteraction: true, icon: '/favicon.svg' })
  notice.onclick = () => {
    window.focus()
    notice.close()
    onClick()
  }
  return notice
}
