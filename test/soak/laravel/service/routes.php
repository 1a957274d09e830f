<?php
// The 2025 form of the API (spec 4), as a developer would write it with the framework's validation.
use Illuminate\Http\Request;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\Facades\Validator;
use Illuminate\Support\Str;
use Illuminate\Validation\Rule;

$says = fn (string $message, int $status = 200, array $more = []) => response()->json(['message' => $message] + $more, $status);
$checked = function (Request $request, array $rules, array $messages = []) use ($says) {
    $validator = Validator::make($request->all(), $rules, $messages);
    if ($validator->fails()) {
        abort($says('Validation failed', 422, ['errors' => $validator->errors()]));
    }

    return $validator->validated();
};
$found = fn ($record, string $message) => $record ?? abort($says($message, 404));

$toolRules = fn (string $needed): array => [
    'name' => [$needed, 'string', 'regex:/^[a-z][a-z_]*$/'], 'description' => [$needed, 'string', 'max:255'], 'endpoint' => [$needed, 'url'],
    'method' => [$needed, 'in:GET,POST,PUT,PATCH,DELETE'], 'timeout' => 'integer|between:1,30',
    'headers' => 'array', 'headers.*.name' => 'required|string', 'headers.*.value' => 'required|string',
    'schema' => 'array', 'schema.*.name' => 'required|string|between:2,32', 'schema.*.type' => 'required|in:string,number,boolean', 'schema.*.description' => 'required|string|between:3,255',
];
Route::get('tools', fn () => Tool::mine()->get());
Route::get('tools/{id}', fn ($id) => $found(Tool::mine()->find($id), 'Tool not found'));
Route::post('tools', fn (Request $request) => $says('Tool created successfully', 201, ['data' => Tool::create($checked($request, $toolRules('required')) + ['user_id' => auth()->id(), 'timeout' => 10, 'headers' => [], 'schema' => []])]));
Route::put('tools/{id}', function (Request $request, $id) use ($says, $checked, $found, $toolRules) {
    $tool = $found(Tool::mine()->find($id), 'Tool not found');
    $tool->update($checked($request, $toolRules('filled')));

    return $says('Tool updated successfully', 200, ['data' => $tool]);
});
Route::delete('tools/{id}', function ($id) use ($says, $found) {
    $found(Tool::mine()->find($id), 'Tool not found')->delete();

    return $says('Tool deleted successfully');
});

$columns = [
    'assistant_name' => 'name', 're_engagement_interval' => 'reengagement_interval', 'max_call_duration' => 'max_duration',
    'noise_cancellation' => 'enable_noise_cancellation', 'record_call' => 'record', 'filler_audios' => 'fillers', 'engine_type' => 'mode',
];
$assistantRules = function (string $needed): array {
    $flags = ['post_call_evaluation', 'send_webhook_only_on_completed', 'include_recording_in_webhook', 'is_webhook_active', 'use_min_interrupt_words', 'allow_interruptions', 'filler_audios', 'end_call_on_voicemail', 'noise_cancellation', 'record_call'];
    $numbers = ['endpoint_sensitivity' => '0,5', 'interrupt_sensitivity' => '0,5', 'ambient_sound_volume' => '0,1', 'llm_temperature' => '0,1', 'voice_stability' => '0,1', 'voice_similarity' => '0,1', 'speech_speed' => '0.7,1.2'];
    $integers = ['min_interrupt_words' => '0,10', 're_engagement_interval' => '7,600', 'max_call_duration' => '20,1200', 'max_silence_duration' => '1,120'];

    return [
        'assistant_name' => [$needed, 'string', 'max:255'], 'voice_id' => [$needed, 'integer', 'exists:voices,id'],
        'language' => [$needed, 'string', 'exists:languages,name'], 'llm_model' => [$needed, 'string', 'exists:models,name'],
        'calls_direction' => [$needed, 'in:receive,make'], 'engine_type' => [$needed, 'in:pipeline,multimodal'], 'timezone' => [$needed, 'timezone'],
        'initial_message' => [$needed, 'string'], 'system_prompt' => [$needed, 'string'],
        'phone_number_id' => 'nullable|integer|exists:phone_numbers,id', 'tool_ids' => 'array',
        'tool_ids.*' => ['integer', Rule::exists('tools', 'id')->where('user_id', auth()->id())],
        'endpoint_type' => 'in:vad,ai', 'webhook_url' => 'nullable|required_if:is_webhook_active,true|url', 'variables' => 'nullable|array',
        'post_call_schema' => 'nullable|array', 'post_call_schema.*.name' => ['required', 'regex:/^\w+$/'], 'post_call_schema.*.type' => 'required|in:string,number,bool', 'post_call_schema.*.description' => 'required|string',
        'end_call_tool.description' => 'nullable|string|max:500', 'who_speaks_first' => Rule::in(['AI assistant', 'Customer']),
    ] + array_fill_keys($flags, 'boolean')
        + array_map(fn ($range) => "numeric|between:$range", $numbers)
        + array_map(fn ($range) => "integer|between:$range", $integers);
};
$stored = function (array $given) use ($columns): array {
    $row = [];
    foreach ($given as $field => $value) {
        $row += match ($field) {
            'tool_ids' => [],
            'language' => ['language_id' => DB::table('languages')->where('name', $value)->value('id'), 'language' => $value],
            'llm_model' => ['llm_model_id' => DB::table('models')->where('name', $value)->value('id')],
            'calls_direction' => ['type' => ['receive' => 'inbound', 'make' => 'outbound'][$value]],
            'who_speaks_first' => ['wait_for_customer' => $value === 'Customer'],
            'end_call_tool' => ['end_call_description' => $value['description'] ?? null],
            default => [($columns[$field] ?? $field) => $value],
        };
    }

    return $row;
};
$written = function (Assistant $assistant, array $given, string $message, int $status) use ($says, $stored) {
    $row = $stored($given);
    DB::transaction(function () use ($assistant, $given, $row) {
        $assistant->fill($row)->save();
        if (isset($given['tool_ids'])) {
            $assistant->tools()->sync($given['tool_ids']);
        }
    });

    return $says($message, $status, ['data' => $assistant->refresh()->only('id', 'name', 'status', 'type', 'mode')]);
};
Route::get('assistants/get', fn (Request $request) => Assistant::mine()->with('tools')->latest()->orderByDesc('id')->paginate($checked($request, ['per_page' => 'integer|between:1,100', 'page' => 'integer'])['per_page'] ?? 10));
Route::get('assistants/outbound', fn () => Assistant::mine()->where('type', 'outbound')->get());
Route::post('assistant', function (Request $request) use ($checked, $assistantRules, $written) {
    $new = ['uuid' => (string) Str::uuid(), 'user_id' => auth()->id(), 'variables' => [], 'post_call_schema' => [], 'filler_config' => [], 'widget_settings' => []];

    return $written(new Assistant($new), $checked($request, $assistantRules('required')), 'Assistant created successfully', 201);
});
Route::put('assistant/{id}', fn (Request $request, $id) => $written($found(Assistant::mine()->find($id), 'Assistant not found'), $checked($request, $assistantRules('filled')), 'Assistant updated successfully', 200));
Route::delete('assistant/{id}', function ($id) use ($says, $found) {
    $found(Assistant::mine()->find($id), 'Assistant not found')->delete();

    return $says('Assistant deleted successfully');
});
foreach (['enable-webhook' => ['webhook_url', true], 'disable-webhook' => ['webhook_url', false], 'enable-inbound-webhook' => ['inbound_webhook_url', true], 'disable-inbound-webhook' => ['inbound_webhook_url', false]] as $action => [$column, $isOn]) {
    Route::post("assistants/$action", function (Request $request) use ($says, $checked, $found, $column, $isOn) {
        $given = $checked($request, ['assistant_id' => 'required|integer', 'webhook_url' => $isOn ? 'required|url' : 'nullable']);
        $found(Assistant::mine()->find($given['assistant_id']), 'Assistant not found')->update([$column => $isOn ? $given['webhook_url'] : null] + ($column === 'webhook_url' ? ['is_webhook_active' => $isOn] : []));

        return $says('Webhook updated successfully');
    });
}

Route::get('assistants/phone-numbers', fn () => DB::table('phone_numbers')->get()->map(fn ($row) => (array) $row + ['is_available' => $row->type_label !== 'Caller ID']));
Route::get('assistants/voices', fn (Request $request) => DB::table('voices')->when($request->input('mode'), fn ($query, $mode) => $query->where('mode', $mode))->get());
Route::get('assistants/models', fn () => DB::table('models')->get(['id', 'name']));
Route::get('assistants/languages', fn () => DB::table('languages')->get());

$phone = ['string', 'regex:/^\+[1-9]\d{6,14}$/'];
Route::get('leads', fn () => Lead::mine()->with('campaign', 'secondary_contacts')->get());
Route::post('lead', function (Request $request) use ($says, $checked, $found, $phone) {
    $given = $checked($request, ['phone_number' => ['required', ...$phone], 'campaign_id' => 'required|integer', 'variables' => 'nullable|array', 'allow_dupplicate' => 'boolean', 'secondary_contacts' => 'array', 'secondary_contacts.*.phone_number' => ['required', ...$phone], 'secondary_contacts.*.variables' => 'nullable|array']);
    $campaign = $found(Campaign::mine()->find($given['campaign_id']), 'Campaign not found');
    $same = Lead::mine()->where(['campaign_id' => $campaign->id, 'phone_number' => $given['phone_number']]);
    if (! $request->boolean('allow_dupplicate') && $same->exists()) {
        return $says('This phone number is already in the campaign.', 422);
    }
    $lead = DB::transaction(function () use ($given) {
        $lead = Lead::create(['user_id' => auth()->id(), 'campaign_id' => $given['campaign_id'], 'phone_number' => $given['phone_number'], 'variables' => $given['variables'] ?? [], 'status' => 'created']);
        foreach ($given['secondary_contacts'] ?? [] as $contact) {
            $lead->secondary_contacts()->create(['phone_number' => $contact['phone_number'], 'variables' => $contact['variables'] ?? [], 'status' => 'created']);
        }

        return $lead;
    });

    return $says('Lead created successfully', 200, ['data' => $lead->load('campaign', 'secondary_contacts')]);
});
Route::put('leads/{id}', function (Request $request, $id) use ($says, $checked, $found, $phone) {
    $others = array_diff(array_keys($request->all()), ['campaign_id', 'phone_number', 'status', 'variables']);
    if ($others !== []) {
        return $says('Invalid fields: '.implode(', ', $others), 422);
    }
    $lead = $found(Lead::mine()->find($id), 'Lead not found');
    $given = $checked($request, ['campaign_id' => ['integer', Rule::exists('campaigns', 'id')->where('user_id', auth()->id())], 'phone_number' => $phone, 'status' => 'in:created,completed,reached-max-retries', 'variables' => 'array'], ['status.in' => 'This status is assigned automatically, and cannot be set manually.']);
    if (isset($given['variables'])) {
        $given['variables'] = array_merge($lead->variables ?? [], $given['variables']);
    }
    $lead->update($given);

    return $says('Lead updated successfully');
});
Route::delete('leads/{id}', function ($id) use ($says, $found) {
    $found(Lead::mine()->find($id), 'Lead not found')->delete();

    return $says('Lead deleted successfully');
});

Route::get('campaigns', fn () => Campaign::mine()->get());
Route::post('campaigns/update-status', function (Request $request) use ($says, $checked) {
    $given = $checked($request, ['campaign_id' => 'required|integer', 'action' => 'required|in:start,stop']);
    $campaign = Campaign::mine()->find($given['campaign_id']);
    if (! $campaign) {
        return $says('Campaign not found', 404, ['success' => false]);
    }
    $campaign->update(['status' => ['start' => 'in-progress', 'stop' => 'stopped'][$given['action']]]);

    return $says('Campaign status updated', 200, ['success' => true, 'data' => ['campaign_id' => $campaign->id, 'status' => $campaign->status]]);
});
Route::post('make_call', function (Request $request) use ($says, $checked, $found, $phone) {
    $given = $checked($request, ['phone_number' => ['required', ...$phone], 'assistant_id' => 'required|integer', 'variables' => 'nullable|array']);
    $found(Assistant::mine()->find($given['assistant_id']), 'Assistant not found');

    return $says('Call initiated successfully', 200, ['data' => (object) []]);
});
