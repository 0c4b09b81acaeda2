/** The colours of everything that we show in a browser, on light and on dark screens: each text has a contrast of 4.5 or more. */
export const colours = `:root { color-scheme: light dark; --ink: #1c2024; --soft: #57606a; --line: #d0d7de; --paper: #fff; --card: #f6f8fa;
  --link: #0b57d0; --good: #116329; --bad: #b42318; --open: #7a4d00; --amber: #ffe8b3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #a4adb8; --line: #3d444d; --paper: #14171a; --card: #1d2126;
  --link: #8ab4f8; --good: #6fdd8b; --bad: #ff8d80; --open: #f0b849; --amber: #4a3500; } }
`;
