/** Starts Firefox for tests and `cargo xtask conformance`. */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

/** On Linux, WebGPU is off by default, and software adapters are on a block list. */
const PREFERENCES = { 'dom.webgpu.enabled': true, 'gfx.webgpu.ignore-blocklist': true };
/** The timeout of a command to the browser, which only ends hangs. */
const COMMAND_MS = 4 * 60_000;
/** Firefox does not start as root with another user's home. Its profiles are temporary. */
const HOME = fileURLToPath(new URL('../../target/firefox/', import.meta.url));

/**
 * Starts Firefox without windows, driven by WebDriver BiDi. `VK_DRIVER_FILES` in the environment names the Vulkan driver of its WebGPU.
 * @param {string} [program]
 * @param {import('puppeteer-core').LaunchOptions} [options]
 */
export async function launchFirefox(program = process.env.FIREFOX ?? '/usr/bin/firefox-esr', options = {}) {
  await mkdir(HOME, { recursive: true });
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    timeout: COMMAND_MS,
    protocolTimeout: COMMAND_MS,
    env: { ...process.env, HOME, XDG_RUNTIME_DIR: HOME },
    extraPrefsFirefox: PREFERENCES,
    ...options,
  });
}
