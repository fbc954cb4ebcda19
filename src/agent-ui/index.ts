export * from './agent-session.js';
