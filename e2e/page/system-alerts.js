// Records what the page asks of the system (notifications, sounds, permission), which headless Chromium does
// not show.
const allowed = 'test: notifications'
window.systemAlerts = {
  notifications: [],
  hertz: [],
  permissions: 0,
  isInFront: true,
  goes(where) {
    this.isInFront = where === 'in front'
    dispatchEvent(new Event(this.isInFront ? 'focus' : 'blur'))
  },
  allows: () => localStorage.setItem(allowed, 'granted'),
}
Document.prototype.hasFocus = () => window.systemAlerts.isInFront

window.Notification = class Notice {
  // Shared by all tabs, like the real permission.
  static get permission() {
    return localStorage.getItem(allowed) ?? 'default'
  }
  static async requestPermission() {
    window.systemAlerts.permissions += 1
    window.systemAlerts.allows()
    return Notice.permission
  }
  constructor(title, { body, tag }) {
    Object.assign(this, { title, body, tag, open: true, onclick: null })
    window.systemAlerts.notifications.push(this)
  }
  close() {
    this.open = false
  }
  click() {
    this.onclick?.()
  }
}

const { start } = OscillatorNode.prototype
OscillatorNode.prototype.start = function started(when) {
  window.systemAlerts.hertz.push(Math.round(this.frequency.value))
  start.call(this, when)
}

// Automation counts as user activation; here only a click or a key does.
let wasTouched = false
for (const name of ['pointerup', 'keydown'])
  addEventListener(
    name,
    () => {
      wasTouched = true
    },
    true,
  )
Object.defineProperty(navigator, 'userActivation', {
  get: () => ({ hasBeenActive: wasTouched, isActive: wasTouched }),
})
