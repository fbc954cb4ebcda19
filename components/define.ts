/** Registers every tag of the library, in English and Chinese. */
import './agent-approvals/define.js';
import './agent-composer/define.js';
import './agent-conversation/define.js';
import './agent-diagnostics/define.js';
import './agent-run-status/define.js';
import './agent-session-tabs/define.js';
import './agent-task-capsule/define.js';
import './agent-tool-rows/define.js';
import './agent-workbench/define.js';
import './oui-action/define.js';
import './oui-confirm/define.js';
import './oui-inspector/define.js';
import './oui-observation/define.js';
import './oui-schema-form/define.js';
import './oui-surface/define.js';
import './oui-transport/define.js';
import './shared/locales/zh.js';
