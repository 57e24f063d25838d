/** Runs before the page is painted for the first time: the theme that this browser remembers (parts/personal.ts). */
try {
  const { theme } = JSON.parse(localStorage.getItem("dayshift.person") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // a browser that stores nothing begins as the system has it
}
