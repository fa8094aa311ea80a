// Simulates a tab that has been hidden for long: its own timers no longer fire.
const { setInterval: repeat } = window
window.setInterval = (act, every, ...rest) => repeat(act, Math.max(Number(every), 3_600_000), ...rest)
